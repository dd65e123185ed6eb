/** Path templates as segments. */
export { fillsPath, isPrefix, keyOfSegments, matchPath, pathSegments } from '../paths.ts'
