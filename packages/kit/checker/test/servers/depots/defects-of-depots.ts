import { fault } from '../kernel/deviation.ts'

/** Depots and shelves are not kept, found, changed, named or removed as they should be. */
export const defectsOfDepots = [
  fault('replacing-keeps-the-address', 'D54', 'replaceDepot', ['put-replaces']),
  fault('replacing-makes-a-second-depot', 'D54', 'replaceDepot', [
    'put-replaces',
    'put-idempotent',
    'read-your-write',
  ]),
  fault('shelf-read-in-any-depot', 'D55', 'getShelf', ['child-under-wrong-parent']),
  fault('stocktakes-outlive-their-depot', 'D55', 'getStocktake', [
    'child-outlives-parent',
    'use-after-delete',
  ]),
  fault('shelf-in-no-depot', 'D55', 'createShelf', [
    'child-under-wrong-parent',
    'child-outlives-parent',
    'created-resource-unavailable',
  ]),
  fault('depot-replaced-whatever-matches', 'D56', 'replaceDepot', ['conditional-request']),
  fault('depot-told-even-if-known', 'D56', 'getDepot', ['conditional-request']),
  fault('depot-place-without-version', 'D58', 'createDepot', ['location-valid']),
  fault('depot-place-is-rounded', 'D58', 'createDepot', ['location-valid']),
  fault('shelf-is-at-the-list', 'D58', 'createShelf', ['location-valid']),
  fault('depot-id-taken-from-body', 'D59', 'createDepot', ['read-only-written']),
  fault('alarm-code-is-shown', 'D59', 'getDepot', [
    'write-only-shown',
    'undocumented-properties',
    'response-schema-conformance',
  ]),
  // Changes the time of creation with each replacement.
  fault('replacing-begins-anew', 'D59', 'replaceDepot', [
    'read-only-written',
    'put-idempotent',
    'put-replaces',
  ]),
  // Tells an id that went through a double.
  fault('ids-are-rounded', 'D62', 'getDepot', ['resource-identity']),
  fault('shelves-share-an-id', 'D62', 'createShelf', ['resource-identity']),
  fault('depot-ids-are-given-again', 'D62', 'createDepot', ['id-reused', 'resource-identity']),
  fault('closed-depots-stay-listed', 'D63', 'listDepots', ['list-keeps-deleted']),
  fault('replacing-revives-a-depot', 'D63', 'replaceDepot', ['use-after-delete']),
  fault('refused-replacement-is-kept', 'D71', 'replaceDepot', [
    'conditional-request',
    'failed-change-side-effects',
  ]),
  // Answers 409, and changes the shelf that is in the way.
  fault('refused-shelf-takes-the-zone', 'D71', 'createShelf', [
    'failed-creation-leak',
    'failed-change-side-effects',
  ]),
  fault('depot-key-is-ignored', 'D74', 'createDepot', [
    'idempotency-key',
    'resource-identity',
    'put-idempotent',
  ]),
  fault('depot-key-counts-for-all-accounts', 'D74', 'createDepot', ['credential-scope']),
]
