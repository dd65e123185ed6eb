import type {
  OperationAnswer,
  OperationId,
  OperationPath,
  OperationQuery,
  OperationRequestBody,
  OperationResponse,
  OperationStatus,
  Wire,
} from './index.ts'

/** Checked by the compiler alone: each line must hold, and each marked line must not compile. */
type Same<A, B> = [A, B] extends [B, A] ? true : false

/** Compiles only for `true`. */
export type Holds<T extends true> = T

export type ResponseIsTheSchema = Holds<Same<OperationResponse<'createCart', 201>, Wire.Cart>>
export type ErrorIsOneShape = Holds<Same<OperationResponse<'createCart', 400>, Wire.ErrorBody>>
export type BodyIsTheSchema = Holds<Same<OperationRequestBody<'createCart'>, Wire.CreateCartRequest>>
export type NoBodyIsUndefined = Holds<Same<OperationRequestBody<'createSession'>, undefined>>
export type PathNamesItsParameters = Holds<Same<keyof OperationPath<'removeCard'>, 'cartId' | 'cardId'>>
export type NoPathIsUndefined = Holds<Same<OperationPath<'createCart'>, undefined>>
export type QueryNamesItsParameters = Holds<Same<keyof OperationQuery<'checkout'>, 'checkout'>>
export type NoQueryIsUndefined = Holds<Same<OperationQuery<'createCart'>, undefined>>
export type AnswersCoverEachStatus = Holds<
  Same<OperationAnswer<'checkout'>['status'], OperationStatus<'checkout'>>
>
export type AnswerPairsStatusAndBody = Holds<
  Same<Extract<OperationAnswer<'createCart'>, { status: 200 }>['body'], Wire.Cart>
>

// @ts-expect-error createCart never returns 204
export type Undeclared = OperationResponse<'createCart', 204>

// @ts-expect-error no operation has this name
export const unknown: OperationId = 'createBasket'

export const refused: Pick<OperationAnswer<'createCart'>, 'status' | 'body'> = {
  status: 400,
  // @ts-expect-error an error body holds an array of messages
  body: { message: 'no' },
}
