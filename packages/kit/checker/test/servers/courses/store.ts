/** A fee: its total is the sum of the others. */
export interface Fee {
  readonly tuition: number
  readonly materials: number
  readonly currency: string
  readonly total: number
}

/** A course as it is kept; members that are only handed through are not named. */
export interface Course {
  readonly slug: string
  readonly title: string
  readonly subject: string
  readonly credits: number
  readonly level: number
  readonly language: string
  readonly description?: string | null
  readonly tags?: readonly string[]
  readonly fee?: Fee
  readonly internalNote?: string
  readonly revision: number
  readonly createdAt: string
  readonly updatedAt: string
}

/** A term as it is kept. */
export interface Term {
  readonly term: string
  readonly title: string
  readonly starts: string
  readonly ends: string
  readonly registration?: readonly string[]
  readonly isPublic: boolean
}

/** A section of a course in a term. */
export interface Section {
  readonly number: number
  readonly teacher: string
  readonly capacity: number
  readonly status: string
  readonly assistant?: string | null
  readonly waitlist?: number
  readonly place: Readonly<Record<string, string>>
  readonly createdAt: string
  readonly updatedAt: string
}

/** A student in a section. */
export interface Enrollment {
  readonly studentId: string
  readonly status: string
  readonly grade?: string | null
  readonly requestedAt?: string
  readonly enrolledAt: string
  readonly updatedAt: string
}

/** The whole state. */
export interface Store {
  readonly courses: Map<string, Course>
  readonly syllabi: Map<string, string>
  readonly terms: Map<string, Term>
  /** By term, slug and number. */
  readonly sections: Map<string, Section>
  /** By the key of the section and the student. */
  readonly enrollments: Map<string, Enrollment>
  /** Courses that were deleted. */
  readonly former: Map<string, Course>
  /** Responses to requests that had a key, and what was asked. */
  readonly answered: Map<string, { readonly asked: string; readonly number: number }>
  /** When a course was last created, changed or deleted. */
  coursesChangedAt: string
  /** The next number of a section below such a key; none is given twice. */
  readonly nextNumber: (below: string) => number
  readonly nextRevision: () => number
  /** A clock that goes on by one hour at each look. */
  readonly now: () => string
}

/** Where a section is kept. */
export const sectionKey = (term: string, slug: string, number: number | string): string =>
  `${term}/${slug}/${number}`

const courses = [
  ['linear-algebra', 'Linear algebra', 'mathematics', 10, ['proof', 'seed']],
  ['quantum-mechanics', 'Quantum mechanics', 'physics', 15, ['seed', 'lab']],
  ['modern-history', 'Modern history', 'history', 7.5, ['seed']],
  ['choral-singing', 'Choral singing', 'music', 2.5, ['voice', 'seed']],
  ['contract-law', 'Contract law', 'law', 9, ['seed']],
] as const

const addCourses = (store: Store): void => {
  for (const [slug, title, subject, credits, tags] of courses) {
    const at = store.now()
    const assessments = [{ kind: 'exam', minutes: 240, weight: 100 }]
    const contact = { email: `${subject}@example.edu`, office: 'Main 1', hours: { mon: ['09:00', '10:00'] } }
    const fee = { tuition: 100.1, materials: 20.2, currency: 'EUR', total: 120.3 }
    const fields = { title, subject, credits, level: 1, language: 'en', tags, assessments, contact, fee }
    const course = { slug, ...fields, 'x-campus': 'main', description: 'Every year.' }
    store.courses.set(slug, { ...course, revision: store.nextRevision(), createdAt: at, updatedAt: at })
  }
  store.coursesChangedAt = store.now()
}

const addSections = (store: Store): void => {
  for (const slug of ['linear-algebra', 'linear-algebra', 'modern-history']) {
    const number = store.nextNumber(`2026-fall/${slug}`)
    const at = store.now()
    const place = { building: 'North Hall', room: `${number}.01` }
    const section = { number, teacher: 'Ada Berg', assistant: 'Bo', capacity: 3, waitlist: 5, status: 'open' }
    const kept = { ...section, place, createdAt: at, updatedAt: at }
    store.sections.set(sectionKey('2026-fall', slug, number), kept)
  }
  for (const studentId of ['s1001', 's1002']) {
    const at = store.now()
    const email = `${studentId}@example.edu`
    const enrollment = { studentId, status: 'enrolled', email, enrolledAt: at, updatedAt: at }
    store.enrollments.set(`${sectionKey('2026-fall', 'linear-algebra', 1)}/${studentId}`, enrollment)
  }
}

/** Five courses, two terms, three sections and two students. */
export const createStore = (): Store => {
  let hours = 0
  let revision = 0
  const numbers = new Map<string, number>()
  const store: Store = {
    courses: new Map(),
    syllabi: new Map([['linear-algebra', '# Linear algebra\n\nVectors and maps.\n']]),
    terms: new Map(),
    sections: new Map(),
    enrollments: new Map(),
    former: new Map(),
    answered: new Map(),
    coursesChangedAt: '',
    nextNumber: (below) => {
      numbers.set(below, (numbers.get(below) ?? 0) + 1)
      return numbers.get(below) ?? 1
    },
    nextRevision: () => ++revision,
    now: () => new Date(Date.UTC(2026, 0, 5, hours++)).toISOString(),
  }
  addCourses(store)
  for (const [term, title, starts, ends] of [
    ['2026-spring', 'Spring 2026', '2026-01-19', '2026-06-05'],
    ['2026-fall', 'Fall 2026', '2026-08-31', '2026-12-18'],
  ] as const) {
    const registration = [`${starts.slice(0, 4)}-01-01T08:00:00Z`, `${starts}T00:00:00Z`]
    store.terms.set(term, { term, title, starts, ends, registration, isPublic: true })
  }
  addSections(store)
  return store
}
