/** Starts the main page. */
import { createRoot } from 'react-dom/client';
import { mainBridge } from './bridge.ts';
import { MainWindow } from './main/main-window.tsx';
import { tellLanguage } from './spoken.ts';

tellLanguage();
const root = document.getElementById('root');
if (root === null) throw new Error('main.html has no #root');
createRoot(root).render(<MainWindow bridge={mainBridge()} />);
