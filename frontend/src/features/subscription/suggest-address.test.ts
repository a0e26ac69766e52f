import { expect, test } from 'vitest';
import { suggestAddress } from './suggest-address';

test.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@gmial.example', 'ana@gmail.com'],
  ['ana@gmai.com', 'ana@gmail.com'],
  ['ana@gmaill.com', 'ana@gmail.com'],
  ['ana@gnail.com', 'ana@gmail.com'],
  ['Ana.B@GMAIL.CON', 'Ana.B@gmail.com'],
  ['ana@gmail.co', 'ana@gmail.com'],
  ['ana@hotmial.co.uk', 'ana@hotmail.co.uk'],
  ['ana@yaho.fr', 'ana@yahoo.fr'],
  ['ana@outlok.com', 'ana@outlook.com'],
  ['ana@icluod.com', 'ana@icloud.com'],
  ['ana@church.ogr', 'ana@church.org'],
  [' ana@parish.con ', 'ana@parish.com'],
])('%s was probably meant to be %s', (typed, meant) => {
  expect(suggestAddress(typed)).toBe(meant);
});

test.each([
  'ana@gmail.com',
  'ana@googlemail.com',
  'ana@hotmail.co.uk',
  'ana@yahoo.com.ar',
  'ana@mail.com',
  'ana@email.com',
  'ana@ymail.com',
  'ana@live.at',
  'ana@line.me',
  'ana@all.org',
  'ana@parish.example',
  'ana@proton.me',
  'ana@gmail',
  'ana@',
  '@gmail.com',
  '',
])('“%s” is left alone', (typed) => {
  expect(suggestAddress(typed)).toBeNull();
});
