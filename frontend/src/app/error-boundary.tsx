import { Component, type ReactNode } from 'react';
import { ErrorScreen } from './error-screen';

interface Props {
  /** The current path. Navigating elsewhere resets the error. */
  place: string;
  children: ReactNode;
}

interface State {
  failedAt: string | null;
}

/** Shows the plain error screen, with the helplines, after a render error. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failedAt: null };

  override componentDidCatch() {
    this.setState({ failedAt: this.props.place });
  }

  static getDerivedStateFromError(): State {
    return { failedAt: '' };
  }

  override render() {
    const { failedAt } = this.state;
    const failed = failedAt === '' || failedAt === this.props.place;
    return failed ? <ErrorScreen /> : this.props.children;
  }
}
