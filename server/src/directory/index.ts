import * as directory from '@honbu/contract/directory.ts'
import { serve } from '../platform/route.ts'
import { search } from './search.ts'

export const serveDirectory = serve(directory, { search })
