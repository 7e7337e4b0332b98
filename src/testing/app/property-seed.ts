import { configureGlobal } from 'fast-check';
import { inject } from 'vitest';

// fast-check takes a new seed for each property otherwise.
configureGlobal({ seed: inject('testSeed') });
