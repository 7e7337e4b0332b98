import { configureGlobal } from 'fast-check';
import { inject } from 'vitest';

// By default, fast-check uses a new seed for each property.
configureGlobal({ seed: inject('testSeed') });
