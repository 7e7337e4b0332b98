import { createContext, useContext } from 'react';
import type { Report } from '../../error-reports.ts';

export const ReportContext = createContext<Report>(() => {});

export function useReport(): Report {
  return useContext(ReportContext);
}
