export { buildResourceGraph, orderOperations } from './build-resource-graph.ts'
export {
  type DeclaredLink,
  type InputBinding,
  type InputPlace,
  type Paging,
  type Producer,
  type Resource,
  type ResourceCall,
  type ResourceGraph,
  type ResourceList,
} from './resource-graph.ts'
