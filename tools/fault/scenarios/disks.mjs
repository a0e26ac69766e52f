/** Disk faults: failing storage, a damaged index, a full disk. */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { pdf } from '../pdf.mjs';
import { allRead, brokenFiles, documentsIn, newestIndex, openIndex, Staff } from '../people.mjs';
import { NotRun, SMALL_DISK, sleep, until } from '../stack.mjs';

const SMALL_DISK_MB = 64;
const MEGABYTE = 1024 * 1024;

/** The partly written file of a refused upload is deleted after the answer. */
async function nothingHalfStored(stack, storage) {
  await until('every file belongs to a document', async () => (await documentsIn(stack, storage)).strange.length === 0, 10);
}

/** Checks that a refused upload is refused with the right error. */
async function isRefused(staff, name, bytes) {
  const status = await staff.upload(name, bytes);
  if (status !== 503) throw new Error(`without storage an upload was answered ${status}`);
}

async function bothSearch(stack, atLeast) {
  await until('both search the newest index', async () => {
    const open = await Promise.all(stack.webs.map(openIndex));
    return open.every((number) => number >= atLeast);
  });
}

/** Applies a change to every file of the published index. */
function damage(storage, how) {
  const folder = path.join(storage, 'search');
  for (const name of readdirSync(folder)) how(path.join(folder, name));
}

/** Waits until the index is rebuilt, complete, and used by both web processes. */
async function isRebuilt(stack, storage, before) {
  await until('the index is built anew', async () => (await newestIndex(stack)) > before);
  await bothSearch(stack, await newestIndex(stack));
  const broken = await brokenFiles(stack, storage);
  if (broken.length > 0) throw new Error(`${broken.length} files of the new index are broken`);
}

/** Mounts a small disk; false if this machine does not allow it. */
function mountSmallDisk() {
  mkdirSync(SMALL_DISK, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK_MB}m`, 'tmpfs', SMALL_DISK], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Fills the disk. */
function fill(file) {
  const open = openSync(file, 'w');
  try {
    for (let size = MEGABYTE; size >= 1; size /= 16) {
      try {
        for (;;) writeSync(open, Buffer.alloc(size));
      } catch (error) {
        if (error.code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(open);
  }
}

export const disks = {
  'storage fails': async ({ stack, times }) => {
    const storage = stack.settings.STORAGE_URL;
    const staff = await Staff.signIn(stack);
    for (let number = 0; number < 8; number += 1) await staff.handIn(`storage-${number}.pdf`, pdf(number, 150));
    const away = `${storage}-away`;
    renameSync(storage, away);
    writeFileSync(storage, '');
    await isRefused(staff, 'storage-refused.pdf', pdf(100, 5));
    await sleep(times.lasts * 1000);
    const waiting = await stack.count(`select count(*) from document where status <> 'completed'`);
    rmSync(storage);
    renameSync(away, storage);
    if (waiting === 0) throw new Error('no document waited: storage did not fail');
    await staff.handIn('storage-after.pdf', pdf(101, 5));
    await allRead(stack);
    await nothingHalfStored(stack, storage);
    return `${waiting} documents waited`;
  },
  'the index is damaged, then gone': async ({ stack }) => {
    const storage = stack.settings.STORAGE_URL;
    const staff = await Staff.signIn(stack);
    for (let number = 0; number < 3; number += 1) await staff.handIn(`index-${number}.pdf`, pdf(200 + number, 20));
    await allRead(stack);
    await bothSearch(stack, await newestIndex(stack));
    const flip = (file) =>
      writeFileSync(
        file,
        readFileSync(file).map((byte) => byte ^ 255),
      );
    for (const how of [flip, (file) => rmSync(file)]) {
      const before = await newestIndex(stack);
      damage(storage, how);
      // Running processes have the index open; new ones find the damage.
      await stack.replace(0);
      await isRebuilt(stack, storage, before);
    }
  },
  'the disk of storage is full': async ({ stack, times }) => {
    if (!mountSmallDisk()) throw new NotRun('no tmpfs can be mounted here: that takes root');
    const [storage, TMPDIR] = [path.join(SMALL_DISK, 'storage'), path.join(SMALL_DISK, 'tmp')];
    mkdirSync(TMPDIR);
    await stack.replaceAll({ STORAGE_URL: storage, TMPDIR });
    const staff = await Staff.signIn(stack);
    await staff.handIn('disk-before.pdf', pdf(300, 20));
    await allRead(stack);
    await bothSearch(stack, await newestIndex(stack));
    const ballast = path.join(SMALL_DISK, 'ballast');
    // Two documents wait until their index can be written, and one upload is refused.
    for (const number of [1, 2]) await staff.handIn(`disk-during-${number}.pdf`, pdf(300 + number, 150));
    fill(ballast);
    let waiting;
    try {
      await isRefused(staff, 'disk-refused.pdf', pdf(310, 5, 8 * MEGABYTE));
      await isRefused(staff, 'disk-refused-small.pdf', pdf(311, 2));
      await nothingHalfStored(stack, storage);
      await sleep(times.lasts * 1000);
      waiting = await stack.count(`select count(*) from document where status <> 'completed'`);
    } finally {
      // This fault must be over before the next one.
      rmSync(ballast);
    }
    if (waiting === 0) throw new Error('no document waited: the disk was not full');
    await staff.handIn('disk-after.pdf', pdf(320, 5));
    await allRead(stack);
    await nothingHalfStored(stack, storage);
    await stack.replaceAll();
    return `${waiting} documents waited`;
  },
};
