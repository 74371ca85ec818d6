/** Starts the approval page. */
import { createRoot } from 'react-dom/client';
import { ApprovalWindow } from './approval/approval-window.tsx';
import { approvalBridge } from './bridge.ts';
import { tellLanguage } from './spoken.ts';

tellLanguage();
const root = document.getElementById('root');
if (root === null) throw new Error('approval.html has no #root');
createRoot(root).render(<ApprovalWindow bridge={approvalBridge()} />);
