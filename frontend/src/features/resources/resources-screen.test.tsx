import library from '@content/resources.json';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '@/testing/render-screen';
import { ResourcesScreen } from './resources-screen';

const renderResources = (search = '') =>
  renderScreen(<ResourcesScreen />, { path: '/resources', at: `/resources${search}` });
const titles = () => screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);

test('all six resources, seven filters, a home link and the notice of more', () => {
  renderResources();
  expect(titles()).toEqual([
    "God's Peace in Anxious Times",
    'Strength for the Weary',
    'Walking Through Grief',
    'Overcoming Temptation',
    "God's Unconditional Love",
    'Finding Purpose in Suffering',
  ]);
  for (const name of [
    'All Resources',
    'Anxiety & Worry',
    'Grief & Loss',
    'Strength & Hope',
    'Temptation',
    "God's Love",
    'Purpose & Meaning',
  ]) {
    expect(screen.getByRole('button', { name })).toBeVisible();
  }
  expect(screen.getByRole('link', { name: /Back to Home/ })).toHaveAttribute('href', '/');
  expect(screen.getByText('More Resources Coming Soon')).toBeVisible();
  expect(screen.getByText('1 Corinthians 10:13')).toBeVisible();
});

test('filter and search combine and are in the URL', async () => {
  const { user, router } = renderResources();
  await user.click(screen.getByRole('button', { name: 'Grief & Loss' }));
  expect(titles()).toEqual(['Walking Through Grief']);
  await user.type(screen.getByPlaceholderText('Search resources...'), 'WALKING');
  expect(titles()).toEqual(['Walking Through Grief']);
  expect(router.state.location.search).toBe('?category=grief&search=WALKING');
});

test('a shared URL opens the same view', () => {
  renderResources('?category=love');
  expect(titles()).toEqual(["God's Unconditional Love"]);
  expect(screen.getByRole('button', { name: "God's Love" })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('empty: nothing matches, and verses are not searched', () => {
  renderResources('?search=1%20Corinthians%2010');
  expect(screen.getByText('No resources found matching your search.')).toBeVisible();
});

test('each has the specified id, category and verses', () => {
  expect(
    library.resources.map(({ id, category, verses }) => [
      String(id),
      category,
      verses.map(({ reference }) => reference).join(', '),
    ]),
  ).toEqual([
    ['1', 'anxiety', 'Philippians 4:6-7'],
    ['2', 'strength', 'Isaiah 40:29-31'],
    ['3', 'grief', 'Psalm 34:18, Psalm 30:5'],
    ['4', 'temptation', '1 Corinthians 10:13'],
    ['5', 'love', 'Romans 5:8, Romans 8:38-39'],
    ['6', 'purpose', 'Romans 8:28, James 1:2-3'],
  ]);
});
