/** Processor time and memory of processes, from /proc (Linux). */
import { readdirSync, readFileSync } from 'node:fs';

const TICK = 10;

/** The fields of /proc/PID/stat after the name; undefined if the process has ended. */
function stat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ').map(Number);
  } catch {
    return undefined;
  }
}

const PARENT = 1;
const [USER, SYSTEM, USER_OF_CHILDREN, SYSTEM_OF_CHILDREN] = [11, 12, 13, 14];

/** The processor time of a process so far in milliseconds, with its children that have ended and those that run. */
export function processorTime(pid) {
  const own = stat(pid);
  if (!own) return 0;
  let ticks = own[USER] + own[SYSTEM] + own[USER_OF_CHILDREN] + own[SYSTEM_OF_CHILDREN];
  for (const other of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = stat(other);
    if (fields?.[PARENT] === pid) ticks += fields[USER] + fields[SYSTEM];
  }
  return ticks * TICK;
}

/** The most memory that a process has held, in MB. */
export function memory(pid) {
  try {
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return peak ? Math.round(Number(peak[1]) / 1024) : 0;
  } catch {
    return 0;
  }
}
