/** An author as it is kept. */
export interface Author {
  readonly id: string
  readonly name: string
  readonly country: string
  readonly born?: number
  readonly website?: string
  readonly aliases?: readonly string[]
  readonly awards?: readonly { readonly title: string; readonly year?: number }[]
  readonly createdAt: string
}

/** A book as it is kept; the fields which the server only hands through are not named. */
export interface Book {
  readonly id: string
  readonly title: string
  readonly subtitle?: string | null
  readonly language: string
  readonly genres: readonly string[]
  readonly price: number
  readonly pageCount?: number
  readonly publishedOn?: string
  readonly authorId?: string | null
  readonly tags?: readonly string[]
  readonly ratings?: Readonly<Record<string, number>>
  readonly restricted: boolean
  readonly edition: { readonly kind: string; readonly [name: string]: unknown }
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

/** One copy of a book. */
export interface Copy {
  readonly id: string
  readonly bookId: string
  readonly barcode: string
  readonly condition: string
  readonly acquiredOn?: string
  readonly shelf?: string
}

/** A member, with the secret that is never returned. */
export interface Member {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly birthDate?: string
  readonly tier: string
  readonly newsletter: boolean
  readonly address?: object | null
  readonly joinedAt: string
}

/** One copy in the hands of one member. */
export interface Loan {
  readonly id: string
  readonly copyId: string
  readonly memberId: string
  readonly status: 'open' | 'returned'
  readonly dueOn: string
  readonly lentAt: string
  readonly returnedAt: string | null
  readonly fine: number
  readonly condition?: string
}

/** The whole state of the library. */
export interface Store {
  readonly authors: Map<string, Author>
  readonly books: Map<string, Book>
  readonly copies: Map<string, Copy>
  readonly members: Map<string, Member>
  readonly formerMembers: Set<string>
  readonly loans: Map<string, Loan>
  /** The next id of a kind; the same ones after every reset. */
  readonly nextId: (kind: Kind) => string
  /** A clock that goes on by one second at each look. */
  readonly now: () => string
}

/** The kinds of items; the number of a kind begins its ids. */
export type Kind = 'author' | 'book' | 'copy' | 'member' | 'loan' | 'request'

const prefixes: Record<Kind, string> = {
  author: '1',
  book: '2',
  member: '3',
  copy: '4',
  loan: '5',
  request: 'f',
}

const seedAuthors = ['Ann Ek', 'Bo Lind', 'Cia Ros', 'Dag Holm', 'Eva Sund', 'Finn Dal', 'Gro Vik']

const seed = (store: Store): void => {
  for (const [index, name] of seedAuthors.entries()) {
    const id = store.nextId('author')
    store.authors.set(id, {
      id,
      name,
      country: index % 2 === 0 ? 'SE' : 'NO',
      born: 1900 + index,
      createdAt: store.now(),
    })
  }
  for (const [index, language] of ['en', 'de', 'fr'].entries()) {
    const id = store.nextId('book')
    const at = store.now()
    store.books.set(id, {
      id,
      title: `Volume ${index + 1}`,
      isbn: `978000000000${index}`,
      language,
      genres: ['fiction'],
      price: 10 + index,
      publishedOn: `200${index}-05-17`,
      tags: ['seed'],
      restricted: false,
      edition: { kind: 'print', binding: 'paperback' },
      version: 1,
      createdAt: at,
      updatedAt: at,
    } as Book)
  }
  const member = store.nextId('member')
  store.members.set(member, {
    id: member,
    name: 'Mo Reader',
    email: 'mo@example.org',
    password: 'open-sesame',
    tier: 'basic',
    newsletter: true,
    joinedAt: store.now(),
  })
}

/** A library with a few authors and books, one member and nothing on loan. */
export const createStore = (): Store => {
  const counts = new Map<Kind, number>()
  let seconds = 0
  const store: Store = {
    authors: new Map(),
    books: new Map(),
    copies: new Map(),
    members: new Map(),
    formerMembers: new Set(),
    loans: new Map(),
    nextId: (kind) => {
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      return `${prefixes[kind]}0000000-0000-4000-8000-${String(count).padStart(12, '0')}`
    },
    now: () => new Date(Date.UTC(2025, 0, 4, 10) + 1000 * seconds++).toISOString(),
  }
  seed(store)
  return store
}
