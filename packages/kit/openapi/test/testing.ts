export * from './paths.ts'
export * from '../src/wire/fixtures/judge-raw.ts'
export * from './listen.ts'
export * from '../src/document/fixtures/swagger-pets.ts'
