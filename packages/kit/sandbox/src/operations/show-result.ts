import type { ApiOperation } from '@contract-kit/openapi'
import type { Kind } from '../document/kinds.ts'
import { findShownKind } from '../document/status-kind.ts'
import type { Call, Reply } from '../http/call.ts'
import type { Item } from '../state/item.ts'
import { showItem, type Success } from './show.ts'
import type { World } from './world.ts'

/** The response to a change of an item: the item, or its parent if documented. For example, a changed order line returns the order. */
export function showResult(
  world: World,
  operation: ApiOperation,
  success: Success,
  kind: Kind,
  item: Item,
  call: Call,
  headers: Readonly<Record<string, string | undefined>> = {},
): Reply {
  const around = world.store.get(item.under.at(-1) ?? '')
  const aroundKind = around && world.kindAt(around.kind)
  const isAroundShown =
    aroundKind !== undefined && findShownKind(operation, [aroundKind], kind) === aroundKind
  return isAroundShown && around !== undefined
    ? showItem(world, success, aroundKind, around, call, headers)
    : showItem(world, success, kind, item, call, headers)
}
