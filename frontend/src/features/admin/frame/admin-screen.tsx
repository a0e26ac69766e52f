import { useTitle } from '@/ui/page';
import { list } from '../testimonies/testimony-words';
import { Dashboard } from './dashboard';
import { Frame } from './frame';
import { LoginForm } from './login-form';
import { around } from './staff-words';
import { Failed, Loading } from './states';
import { useSession } from './use-session';

/** The staff pages behind the login form. */
export function AdminScreen() {
  useTitle(around.title);
  const session = useSession();
  if (session.state === 'open') return <Dashboard onLeave={session.leave} />;
  if (session.state === 'closed')
    return <LoginForm ended={session.ended} onEntered={session.entered} />;
  return (
    <Frame>
      <h1 className="sr-only">{around.title}</h1>
      {session.state === 'failed' ? (
        <Failed what={list.what} error={session.error} onRetry={session.retry} />
      ) : (
        <Loading />
      )}
    </Frame>
  );
}
