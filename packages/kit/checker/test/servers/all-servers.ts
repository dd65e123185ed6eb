import { boards } from './boards/boards-server.ts'
import { boardsDefects } from './boards/deviations.ts'
import { boardsVariants } from './boards/variants.ts'
import type { Defect, Variant } from './kernel/deviation.ts'
import type { ServerDefinition } from './kernel/test-server.ts'
import { libraryDefects } from './library/deviations.ts'
import { library } from './library/library-server.ts'
import { libraryVariants } from './library/variants.ts'
import { notesDefects } from './notes/deviations.ts'
import { notes } from './notes/notes-server.ts'
import { notesVariants } from './notes/variants.ts'
import { ticketsDefects } from './tickets/deviations.ts'
import { tickets } from './tickets/tickets-server.ts'
import { ticketsVariants } from './tickets/variants.ts'

/** All servers, by id. */
export const servers: ReadonlyMap<string, ServerDefinition> = new Map([
  [library.id, library],
  [tickets.id, tickets],
  [notes.id, notes],
  [boards.id, boards],
])

/** The server of an id. */
export const serverOf = (id: string): ServerDefinition => {
  const definition = servers.get(id)
  if (definition === undefined) throw new Error(`There is no server ${id}.`)
  return definition
}

/** A seeded fault and the server which has it. */
export interface ServerDefect extends Defect {
  readonly server: string
}

/** A freedom and the server which takes it. */
export interface ServerVariant extends Variant {
  readonly server: string
}

const of = <T>(server: ServerDefinition, items: readonly T[]): (T & { readonly server: string })[] =>
  items.map((item) => ({ ...item, server: server.id }))

/** Every seeded fault of every server. */
export const defects: readonly ServerDefect[] = [
  ...of<Defect>(library, libraryDefects),
  ...of<Defect>(tickets, ticketsDefects),
  ...of<Defect>(notes, notesDefects),
  ...of<Defect>(boards, boardsDefects),
]

/** Every freedom of every server. */
export const variants: readonly ServerVariant[] = [
  ...of<Variant>(library, libraryVariants),
  ...of<Variant>(tickets, ticketsVariants),
  ...of<Variant>(notes, notesVariants),
  ...of<Variant>(boards, boardsVariants),
]
