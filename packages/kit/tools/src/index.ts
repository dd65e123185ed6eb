export { InputError } from './input-error.ts'
