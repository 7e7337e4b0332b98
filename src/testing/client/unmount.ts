import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// Testing Library registers its own clean-up when it is first imported. The test files of one process share modules, so only the first file
// would have it, and the next files would find elements of earlier ones.
afterEach(cleanup);
