import * as attributes from '@honbu/contract/attributes.ts'
import { serve } from '../platform/route.ts'
import { deleteAttributeDefinition, getAttributeDefinitions, saveAttributeDefinition } from './definitions.ts'
import { deleteAttribute, getAttributes, saveAttribute } from './member-attributes.ts'

export const serveAttributes = serve(attributes, {
  getAttributeDefinitions,
  saveAttributeDefinition,
  deleteAttributeDefinition,
  getAttributes,
  saveAttribute,
  deleteAttribute,
})
