/** What Doorman has to say about itself: the worst first. */
import type { Notice } from '../../src-shared/app-state.ts';
import { noticeShapes, Shape } from '../parts/shape.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';

const order: readonly Notice['level'][] = ['error', 'warning', 'info'];

export function NoticeList({ notices }: { readonly notices: readonly Notice[] }) {
  if (notices.length === 0) return null;
  const sorted = order.flatMap((level) => notices.filter((notice) => notice.level === level));
  return (
    <ul className="notices" aria-label={strings.noticesLabel}>
      {sorted.map((notice) => (
        <li key={notice.id} className={`notice notice-${notice.level}`}>
          <Shape kind={noticeShapes[notice.level]} />
          <p>
            <strong>{strings.levels[notice.level]}:</strong> <Visible text={notice.text} />
          </p>
        </li>
      ))}
    </ul>
  );
}
