/**
 * What a request is for within its scenario. Checks of sequences read it from `case.step`; the exchanges a step refers to
 * are the nearest earlier ones of the same scenario.
 *
 * - `given`: creates or looks up what the scenario needs: a parent, the target of a foreign key. Nothing is claimed of it.
 * - `create`, `create-second`: a new item, both under the same parent. `read-created`, `read-other`: the first and the second by id.
 * - `list-before`: the list before a creation. `list-page`: one page of a walk through the whole list.
 * - `list-after-create`, `list-after-delete`, `list-after-failed-create`: together with the `list-page`s directly before it,
 *   this is the whole list; it is never sent where the end of the list could not be reached.
 * - `read-before-change`, `change`, `read-after-change`: a valid PUT or PATCH of the item, or of the singleton. A PATCH that
 *   sends one property and a PUT that sends fewer than the one before are `change`s too.
 * - `put-again`, `read-after-put-again`: the same PUT once more, after `change` and `read-after-change`.
 * - `failed-change`, `read-after-failed-change`: a PUT or PATCH whose body breaks one statement, after `read-before-change`.
 * - `failed-create`, `list-after-failed-create`: a POST whose body breaks one statement, after `list-before`.
 * - `delete`, `read-after-delete`, `list-after-delete`, `delete-again`: the item created last under `create`.
 * - `follow-location`: GET of the `Location` (or `Content-Location`) of the `create` directly before it.
 * - `page-1` … `page-n`: every page of the list by a small page size, in order, after `create`s; then `list-all`: the same list
 *   by one request. `list-all` is sent only after the last page was reached.
 * - `filter`: the list with one query parameter that bears the name of an item property, or limits one (`created_after`), after
 *   `create` and `create-second`, which differ in that property where that can be chosen.
 * - `wrong-parent`: the item of `create` asked for under another parent, which was created for it.
 * - `read-listed`: an item by an id that the `list-all` before it showed.
 * - `link`: a request made of values that a declared link took from the answer before it.
 * - `wander`: a request made of values from any earlier answers, on a random walk. What the walk did before may be reason enough
 *   to refuse it.
 */
export type ScenarioStep =
  | 'given'
  | 'create'
  | 'create-second'
  | 'read-created'
  | 'read-other'
  | 'list-before'
  | 'list-page'
  | 'list-after-create'
  | 'list-after-delete'
  | 'list-after-failed-create'
  | 'read-before-change'
  | 'change'
  | 'read-after-change'
  | 'put-again'
  | 'read-after-put-again'
  | 'failed-change'
  | 'read-after-failed-change'
  | 'failed-create'
  | 'delete'
  | 'read-after-delete'
  | 'delete-again'
  | 'follow-location'
  | `page-${number}`
  | 'list-all'
  | 'filter'
  | 'wrong-parent'
  | 'read-listed'
  | 'link'
  | 'wander'
