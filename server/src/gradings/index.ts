import * as gradings from '@honbu/contract/gradings.ts'
import { serve } from '../platform/route.ts'
import { deleteGradingResult } from './delete-grading-result.ts'
import { getGradingCandidates } from './get-grading-candidates.ts'
import { getGradingCertificates } from './get-grading-certificates.ts'
import { getGradingHistory } from './get-grading-history.ts'
import { addReadyCandidates, getReadyCandidates } from './ready-candidates.ts'
import { saveBeltSize } from './save-belt-size.ts'
import { saveGradingResult, saveGradingResults } from './save-grading-results.ts'
import { setGradingCandidate } from './set-grading-candidate.ts'

export const serveGradings = serve(gradings, {
  getGradingCandidates,
  setGradingCandidate,
  getReadyCandidates,
  addReadyCandidates,
  saveGradingResult,
  saveGradingResults,
  deleteGradingResult,
  getGradingHistory,
  saveBeltSize,
  getGradingCertificates,
})
