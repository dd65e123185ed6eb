/** Laws about requests that are not answered: no answer is there for a check to read. */
export const silenceLaws = {
  timeout: { id: 'timeout', title: 'Every request is answered in time', severity: 'high' },
  noAnswer: { id: 'no-answer', title: 'Every request is answered', severity: 'critical' },
} as const
