/** Whether two keys tell of the same check and the same operation or path; the place in the document may have moved since. */
export const isSameFault = (one: string, other: string): boolean => subjectOf(one) === subjectOf(other)

const subjectOf = (key: string): string => key.slice(0, key.lastIndexOf(':'))
