import { isPrefix } from './path-segments.ts'
import type { ResourceDraft } from './resource-draft.ts'

const ITEM_ROLES = ['read', 'replace', 'patch', 'remove'] as const

/**
 * Joins what is told of one kind of thing in several places: `/users/{}/orders` that creates what `/orders/{}` reads,
 * `/users/register` beside `/users/{}`. Returns the drafts that are left; those with nothing of their own are gone.
 */
export const adoptRoles = (drafts: readonly ResourceDraft[]): ResourceDraft[] => {
  const absorbed = new Set<ResourceDraft>()
  for (const draft of drafts) {
    for (const other of drafts) {
      if (
        draft === other ||
        draft.name !== other.name ||
        draft.kind !== 'collection' ||
        other.kind !== 'collection'
      )
        continue
      if (absorbed.has(draft) || absorbed.has(other)) continue
      adopt(draft, other)
      if (hasNothingLeft(other, draft)) absorbed.add(other)
    }
  }
  return drafts.filter((draft) => !absorbed.has(draft))
}

const hasItems = (draft: ResourceDraft): boolean => ITEM_ROLES.some((role) => draft[role] !== undefined)

/** The parent without version and prefix: `/v3/trips/{}` and `/v3.1/trips/{}` are one. */
const parentOf = ({ parentKey }: ResourceDraft): string | undefined =>
  parentKey
    ?.split('/')
    .filter((text) => !isPrefix(text))
    .join('/')

const adopt = (draft: ResourceDraft, other: ResourceDraft): void => {
  const isFlat = draft.parentKey === undefined || parentOf(draft) === parentOf(other)
  if (isFlat && hasItems(draft) && !hasItems(other)) {
    draft.create ??= other.create
    draft.list ??= other.list
    draft.collectionPath ??= other.collectionPath
  }
  const isOtherFlat = other.parentKey === undefined
  if (
    !hasItems(draft) &&
    hasItems(other) &&
    isOtherFlat &&
    draft.create !== undefined &&
    draft.create !== other.create
  ) {
    for (const role of ITEM_ROLES) draft[role] ??= other[role]
    draft.itemPath ??= other.itemPath
  }
}

/** Whether everything the one has, the other has too, so that it says nothing more. */
const hasNothingLeft = (draft: ResourceDraft, by: ResourceDraft): boolean =>
  !hasItems(draft) &&
  (draft.create !== undefined || draft.list !== undefined) &&
  (draft.create === undefined || draft.create === by.create) &&
  (draft.list === undefined || draft.list.operation === by.list?.operation || draft.create === undefined)
