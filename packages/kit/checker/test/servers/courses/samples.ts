import type { ProbeOptions } from '../kernel/probe-client.ts'

const basic = (account: string, password: string): Readonly<Record<string, string>> => ({
  authorization: `Basic ${Buffer.from(`${account}:${password}`).toString('base64')}`,
})

/** One who may do everything. */
export const asRegistrar = basic('registrar', 'ledger-7')

/** The same one, by a token. */
export const asRegistrarByToken = { authorization: 'Bearer Reg7f3a' } as const

/** A student, s1001, with a token. */
export const asStudent = { authorization: 'Bearer Stu1001' } as const

/** Another student, s1002, with a password. */
export const asOtherStudent = basic('s1002', 'sponge-2')

/** Paths of what is there from the start. */
export const at = {
  course: '/courses/linear-algebra',
  term: '/terms/2026-fall',
  sections: '/terms/2026-fall/courses/linear-algebra/sections',
  section: '/terms/2026-fall/courses/linear-algebra/sections/1',
  enrollments: '/terms/2026-fall/courses/linear-algebra/sections/1/enrollments',
  enrollment: '/terms/2026-fall/courses/linear-algebra/sections/1/enrollments/s1001',
  newEnrollment: '/terms/2026-fall/courses/linear-algebra/sections/1/enrollments/s1003',
} as const

/** A smallest course. */
export const course = {
  title: 'Topology',
  subject: 'mathematics',
  credits: 7.5,
  assessments: [{ kind: 'exam', minutes: 120, weight: 100 }],
} as const

/** A smallest term. */
export const term = { title: 'Spring 2027', starts: '2027-01-18', ends: '2027-06-04' } as const

/** A smallest section. */
export const section = { teacher: 'Ada Berg', place: { building: 'North Hall', room: '2.07' } } as const

/** A smallest enrollment. */
export const enrollment = { email: 'kim@example.edu' } as const

/** Sends a body that replaces whatever is there. */
export const replacing = (json: unknown, headers: Readonly<Record<string, string>> = {}): ProbeOptions => ({
  json,
  headers: { 'if-match': '*', ...headers },
})

/** Sends a merge patch upon whatever is there. */
export const changing = (json: unknown, headers: Readonly<Record<string, string>> = {}): ProbeOptions => ({
  json,
  headers: { 'content-type': 'application/merge-patch+json', 'if-match': '*', ...headers },
})

/** Headers of a write under no doubt. */
export const whatever: ProbeOptions = { headers: { 'if-match': '*' } }
