/** Each type below takes one operation of a generated `operations` interface. */
type JsonOf<Part> = Part extends { content: { 'application/json': infer Json } } ? Json : never

type ResponsesOf<Operation> = Operation extends { responses: infer Responses } ? Responses : never

/** The statuses below 300 that an operation declares. */
export type SuccessStatus<Operation> = Extract<
  keyof ResponsesOf<Operation>,
  200 | 201 | 202 | 203 | 204 | 205 | 206
>

/** The body of one declared status. */
export type BodyOfStatus<Operation, Status> = Status extends keyof ResponsesOf<Operation>
  ? Comfortable<JsonOf<ResponsesOf<Operation>[Status]>>
  : never

/**
 * The same type, but a union of objects may be asked for a member that only some of them have:
 * it is `undefined` on the others, as it is at run time.
 */
export type Comfortable<Union> = Widened<Union, Union extends unknown ? keyof Union : never>

type Widened<Union, Key extends PropertyKey> = Union extends unknown
  ? [Exclude<Key, keyof Union>] extends [never]
    ? Union
    : Union & { readonly [Absent in Exclude<Key, keyof Union>]?: never }
  : never

type MembersIn<Operation, Place extends string> = Operation extends { parameters: infer Parameters }
  ? Place extends keyof Parameters
    ? NonNullable<Parameters[Place]>
    : unknown
  : unknown

type BodyMembers<Operation> = Operation extends { requestBody?: infer Body }
  ? [NonNullable<Body>] extends [never]
    ? unknown
    : JsonOf<NonNullable<Body>>
  : unknown

/** Path parameters, query parameters and body as one flat object; what has one value only may be left out. */
export type FlatInput<Operation> = ConstantsOptional<
  Known<MembersIn<Operation, 'path'>> & Known<MembersIn<Operation, 'query'>> & BodyMembers<Operation>
>

type Known<Members> = [Members] extends [never] ? unknown : Members

type ConstantsOptional<Input> = Input extends unknown
  ? Flat<Omit<Input, ConstantKeys<Input>> & Partial<Pick<Input, ConstantKeys<Input>>>>
  : never

type Flat<Type> = { [Key in keyof Type]: Type[Key] }

type ConstantKeys<Input> = {
  [Key in keyof Input]-?: IsConstant<Input[Key]> extends true ? Key : never
}[keyof Input]

/** A string type with exactly one value. */
type IsConstant<Type> = [Type] extends [string]
  ? string extends Type
    ? false
    : [Type] extends [All<Type>]
      ? true
      : false
  : false

/** What is every member of a union at once: of several strings nothing, of one string itself. */
type All<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer Both) => void
  ? Both
  : never
