/** All faults, in the order of rehearsal. Each hits a running product under traffic, and leaves it running. */
import { clocks } from './scenarios/clocks.mjs';
import { disks } from './scenarios/disks.mjs';
import { hostile } from './scenarios/hostile.mjs';
import { neighbours } from './scenarios/neighbours.mjs';
import { processes } from './scenarios/processes.mjs';
import { servers } from './scenarios/servers.mjs';

export const scenarios = { ...processes, ...servers, ...neighbours, ...hostile, ...disks, ...clocks };
