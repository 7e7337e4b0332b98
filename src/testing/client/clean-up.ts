import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Testing Library registers its own clean-up when it is first imported. The test files of one process share modules, so only the first file
// would have it, and the next files would find elements of earlier ones.
afterEach(cleanup);

// A stub of one test, such as a browser with passkeys, must not reach the tests after it.
afterEach(() => void vi.unstubAllGlobals());
