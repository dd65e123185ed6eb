import { emptyReply, jsonReply, withHeaders } from '../kernel/reply.ts'
import { findOrRefuse, Refusal } from './find-or-refuse.ts'
import type { Handler, Library } from './handler.ts'
import { mergePatch } from './merge-patch.ts'
import { pageReply } from './page-reply.ts'
import type { Member } from './store.ts'

const fields = ['name', 'email', 'password', 'birthDate', 'tier', 'newsletter', 'address'] as const

type MemberInput = Omit<Member, 'id' | 'joinedAt' | 'newsletter'> & { readonly newsletter?: boolean }

const keepFields = (body: unknown): MemberInput =>
  Object.fromEntries(
    fields
      .filter((field) => Object.hasOwn(body as object, field))
      .map((field) => [field, (body as Member)[field]]),
  ) as unknown as MemberInput

const tell = (member: Member): object => ({ ...member, password: undefined })

const assertEmailFree = (email: string, { store }: Library, ownId?: string): void => {
  const taken = [...store.members.values()].some(
    (member) => member.email.toLowerCase() === email.toLowerCase() && member.id !== ownId,
  )
  if (taken) throw new Refusal(409, 'Another member has this address.')
}

// Normalized as many servers do: the address in lower case, names without surrounding spaces.
const normalize = <T extends { readonly name: string; readonly email: string }>(
  member: T,
  { on }: Library,
): T =>
  on('members-are-normalised')
    ? { ...member, name: member.name.trim() || member.name, email: member.email.toLowerCase() }
    : member

const findMember = (id: unknown, { store, on }: Library): Member => {
  if (on('former-members-answer-410') && store.formerMembers.has((id as string).toLowerCase()))
    throw new Refusal(410)
  return findOrRefuse(store.members, id)
}

const overlapping = (page: number, size: number): number =>
  Math.max(0, (page - 1) * size - (page > 1 ? 1 : 0))

export const listMembers: Handler = async (input, { store, on, pause }) => {
  const { tier, email } = input.query as { readonly tier?: string; readonly email?: string }
  if (on('long-search-is-slow') && (email?.length ?? 0) > 50) await pause(800)
  const matching = [...store.members.values()].filter(
    (member) =>
      (tier === undefined || on('tier-filter-ignored') || member.tier === tier) &&
      (email === undefined || member.email.toLowerCase().includes(email.toLowerCase())),
  )
  return on('member-pages-overlap')
    ? pageReply(matching.map(tell), input, overlapping)
    : pageReply(matching.map(tell), input)
}

export const createMember: Handler = ({ body }, library) => {
  const { store, on } = library
  const input = normalize(keepFields(body), library)
  assertEmailFree(input.email, library)
  const id =
    on('member-ids-repeat') && store.members.size > 1
      ? [...store.members.keys()].at(-1)
      : store.nextId('member')
  const member: Member = { id: id as string, newsletter: true, ...input, joinedAt: store.now() }
  store.members.set(member.id, member)
  return withHeaders(jsonReply(201, tell(member)), { location: `/v1/members/${member.id}` })
}

export const getMember: Handler = ({ path }, library) =>
  jsonReply(200, tell(findMember(path.memberId, library)))

export const patchMember: Handler = ({ path, body }, library) => {
  const before = findMember(path.memberId, library)
  const patch = body ?? {}
  const changed = normalize(mergePatch(before, patch) as Member, library)
  assertEmailFree(changed.email, library, before.id)
  if (library.on('patch-resets-newsletter') && !Object.hasOwn(patch, 'newsletter'))
    Object.assign(changed, { newsletter: true })
  library.store.members.set(changed.id, changed)
  return jsonReply(200, tell(changed))
}

export const deleteMember: Handler = ({ path }, library) => {
  const { store, on } = library
  const { id } = findMember(path.memberId, library)
  if ([...store.loans.values()].some(({ memberId, status }) => memberId === id && status === 'open'))
    throw new Refusal(409, 'The member has a book on loan.')
  if (on('deleted-member-stays-readable')) return emptyReply()
  store.members.delete(id)
  store.formerMembers.add(id)
  return emptyReply()
}
