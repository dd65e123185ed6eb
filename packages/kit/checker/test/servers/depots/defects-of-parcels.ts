import { fault, patchNotMerged } from '../kernel/deviation.ts'
import { answerInstead, onlyWith } from '../kernel/spoils.ts'
import { asks, parcelPath, seeds } from './samples.ts'

const bill = parcelPath(seeds.bill)

/** Parcels, their notes and documents are not kept, found, changed, named or removed as they should be. */
export const defectsOfParcels = [
  fault('change-forgets-the-tags', 'D53', 'updateParcel', ['patch-merges']),
  fault('weight-cannot-be-changed', 'D53', 'updateParcel', patchNotMerged),
  fault('change-replaces-the-recipient', 'D53', 'updateParcel', ['patch-merges']),
  fault('phone-cannot-be-cleared', 'D53', 'updateParcel', patchNotMerged),
  fault('fragile-changes-for-show', 'D53', 'updateParcel', patchNotMerged),
  fault('notes-are-appended', 'D54', 'putNote', ['put-replaces', 'put-idempotent', 'text-round-trip']),
  fault('parcel-read-on-any-shelf', 'D55', 'getParcel', ['child-under-wrong-parent']),
  fault('parcel-handed-out-of-any-shelf', 'D55', 'deleteParcel', ['child-under-wrong-parent']),
  fault('parcels-outlive-their-depot', 'D55', 'getParcel', ['child-outlives-parent', 'use-after-delete']),
  fault(
    'missing-shelf-has-no-parcels',
    'D55',
    'listParcels',
    ['child-under-wrong-parent', 'child-outlives-parent'],
    {
      spoil: onlyWith(404, (reply, request) => ({
        ...answerInstead(
          200,
          'application/json',
          '{"items":[],"page":1,"size":10,"total":0,"next":null}',
        )(reply, request),
        headers: { 'content-type': 'application/json', 'x-total-count': '0', 'x-rate-limit': '600' },
      })),
    },
  ),
  fault('changed-parcel-keeps-its-tag', 'D56', 'updateParcel', ['conditional-request']),
  fault('parcel-handed-out-whatever-matches', 'D56', 'deleteParcel', ['conditional-request']),
  // Takes the star in `If-Match` for an entity tag.
  fault('star-matches-nothing', 'D56', 'updateParcel', ['conditional-request']),
  fault('weak-tags-match', 'D56', 'updateParcel', ['conditional-request']),
  // Answers 304 for the tag of any version.
  fault('changed-parcel-seems-unchanged', 'D56', 'getParcel', [
    'conditional-request',
    'not-modified-unasked',
  ]),
  fault('unchanged-parcel-has-no-tag', 'D56', 'getParcel', [
    'conditional-request',
    'missing-required-header',
  ]),
  fault('parcel-place-of-the-one-before', 'D58', 'createParcel', ['location-valid']),
  fault('status-taken-from-body', 'D59', 'createParcel', ['read-only-written']),
  fault('charges-taken-from-body', 'D59', 'createParcel', ['read-only-written']),
  fault('release-code-is-listed', 'D59', 'listParcels', [
    'write-only-shown',
    'undocumented-properties',
    'response-schema-conformance',
  ]),
  fault('move-tells-a-rounded-shelf', 'D62', 'moveParcel', ['read-your-write', 'resource-identity'], {
    probe: asks([
      'POST',
      `${bill}/moves`,
      {
        body: `targetShelfId=${seeds.coldShelf}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ]),
  }),
  // Takes neighbors for each other, since it compares doubles.
  fault('parcels-found-by-rounded-id', 'D62', 'getParcel', ['resource-identity', 'use-after-delete']),
  fault('listed-ids-are-text', 'D62', 'listParcels', ['response-schema-conformance']),
  fault('handed-out-parcel-stays', 'D63', 'deleteParcel', ['use-after-delete', 'list-keeps-deleted']),
  fault(
    'missing-parcel-is-handed-out',
    'D63',
    'deleteParcel',
    ['use-after-delete', 'status-code-conformance'],
    { probe: asks(['DELETE', parcelPath(seeds.nowhere)]) },
  ),
  fault('refused-parcel-is-kept', 'D71', 'createParcel', ['failed-creation-leak']),
  // Refuses a change, and has emptied a list by then.
  fault('refused-change-begins', 'D71', 'updateParcel', ['failed-change-side-effects']),
  fault('refused-move-takes-the-parcel', 'D71', 'moveParcel', ['failed-change-side-effects']),
  fault('refused-document-is-counted', 'D71', 'uploadDocument', [
    'failed-change-side-effects',
    'failed-creation-leak',
  ]),
  // Refuses the same body with the same key, where the same answer is documented.
  fault('parcel-key-is-refused-again', 'D74', 'createParcel', [
    'idempotency-key',
    'positive-data-acceptance',
    'put-idempotent',
  ]),
  fault('parcel-key-takes-any-body', 'D74', 'createParcel', [
    'idempotency-key',
    'read-your-write',
    'negative-data-rejection',
  ]),
]
