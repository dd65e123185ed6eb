import { isSameName } from '../../resources/words-of.ts'
import type { Answer } from '../../run/exchange.ts'
import { isObject, type Json, type JsonObject } from '../../schema/json.ts'

/** Where an answer tells of its page beside the items: at its top, or in an object of this name. */
const ABOUT_PAGE = /^(meta|metadata|pagination|paging|page|page_?info|_?links?)$/i

const TOTAL = /^(total|total_?(count|items|elements|results))$/i

/** The numbers that an answer tells of its page under a name, such as `limit`. */
export const findPageFacts = ({ json }: Answer, name: string): readonly number[] =>
  numbersAt(json, (key) => isSameName(key, name))

/** The greatest number of all items that an answer tells, by a property such as `total` or by `X-Total-Count`; 0 where it tells none. */
export const findTotal = (answer: Answer): number =>
  Math.max(
    0,
    Number(answer.header('x-total-count') ?? 0),
    ...numbersAt(answer.json, (key) => TOTAL.test(key)),
  )

const numbersAt = (json: Json | undefined, isWanted: (key: string) => boolean): readonly number[] =>
  placesIn(json).flatMap((place) =>
    Object.entries(place).flatMap(([key, told]) => (isWanted(key) && typeof told === 'number' ? [told] : [])),
  )

const placesIn = (json: Json | undefined): readonly JsonObject[] =>
  isObject(json)
    ? [json, ...Object.keys(json).flatMap((key) => (ABOUT_PAGE.test(key) ? objectAt(json, key) : []))]
    : []

const objectAt = (json: JsonObject, key: string): readonly JsonObject[] => {
  const held = json[key]
  return isObject(held) ? [held] : []
}
