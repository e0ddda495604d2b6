import type { FileProof } from '../../domain/model/proof.js';
import type { FrozenChange } from './repository.js';

export type { FileProof } from '../../domain/model/proof.js';

export interface TrivialityProver {
  /** One proof for each entry of the inventory, in its order. */
  prove(frozen: FrozenChange): Promise<readonly FileProof[]>;
}
