import * as help from '@honbu/contract/help.ts'
import { serve } from '../platform/route.ts'
import { getHelpVote, saveHelpVote } from './help-votes.ts'

export const serveHelp = serve(help, { getHelpVote, saveHelpVote })
