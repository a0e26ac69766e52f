import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '@/testing/render-screen';
import { LandingScreen } from './landing-screen';
import { landing } from './words';
import { landingInSpanish } from './words.es';

test.each([
  ['google github email', /^Sign in with Google, GitHub or email\. No credit card needed\.$/],
  ['github email', /^Sign in with GitHub or email\./],
  ['email', /^Sign in with email\./],
  ['', /^Signing in is not set up here yet\./],
])('of the ways %j only these are named', (ways, line) => {
  const meta = document.head.appendChild(document.createElement('meta'));
  meta.name = 'sign-in-ways';
  meta.content = ways;
  renderScreen(<LandingScreen notice={null} />);
  expect(screen.getByText(line)).toBeVisible();
  meta.remove();
});

test('before the server has said it, every way is named', () => {
  renderScreen(<LandingScreen notice={null} />);
  expect(screen.getByText(/Google, GitHub or email/)).toBeVisible();
});

test('the line is whole in both languages', () => {
  expect(landing.ways(['google', 'email'])).toContain('Google or email.');
  expect(landingInSpanish.ways(['google', 'github', 'email'])).toContain(
    'Google, GitHub o tu correo.',
  );
  expect(landingInSpanish.ways(['email'])).toBe('Entra con tu correo. Sin tarjeta de crédito.');
});
