import { BrowserRouter, useRoutes } from 'react-router';
import { routes } from './router';

const Screens = () => useRoutes(routes);

export function App() {
  return (
    <BrowserRouter>
      <Screens />
    </BrowserRouter>
  );
}
