import { BrowserRouter, useRoutes } from 'react-router';
import { basePath } from '@/lib/remembered';
import { routes } from './router';

const Screens = () => useRoutes(routes);

export function App() {
  return (
    <BrowserRouter basename={basePath()}>
      <Screens />
    </BrowserRouter>
  );
}
