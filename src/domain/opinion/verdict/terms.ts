/** What a term says of the change when nothing in the sentence turns it round. */
export type Stance = 'approve' | 'change' | 'reject';

/**
 * How much a term needs around it. `strong` says a verdict wherever it stands as a statement; `weak` is an everyday word and
 * counts only as the value of a verdict label, or in capitals alone on a line.
 */
export interface Term {
  readonly stance: Stance;
  readonly strength: 'strong' | 'weak';
}

type Entries = Readonly<Record<`${Stance} ${Term['strength']}`, string>>;

/** Phrases, separated by commas; the seeds' own words first (SPEC 1). English. */
const english: Entries = {
  'approve strong':
    'approve, approved, approves, approving, approval, accepted, lgtm, looks good, look good, looking good, good to go, ' +
    'good to merge, safe to merge, ready to merge, ready for merge, ready for merging, ok to merge, okay to merge, ' +
    'fine to merge, can be merged, may be merged, can merge, mergeable, merge ready, ship it, shipit, ready to ship, ' +
    'safe to ship, good to ship, thumbs up, sign off, signed off, green light, all clear, ready to land, good to land',
  'approve weak':
    'accept, accepts, acceptable, pass, passed, passes, passing, go, merge, ship, ok, okay, correct, valid, good, clean, ' +
    'yes, true, success, successful, satisfied, satisfactory, green, ready, +1, ✅, ☑, ✔, 👍, 🟢',
  'change strong':
    'request changes, requests changes, requesting changes, request change, changes requested, change requested, ' +
    'requested changes, changes required, change required, required changes, changes needed, changes are needed, ' +
    'changes are required, changes necessary, needs changes, need changes, requires changes, needs revision, ' +
    'needs revisions, needs work, needs more work, needs rework, needs fixes, needs fixing, needs improvement, ' +
    'revision required, revisions required, revision needed, revision requested, request revision, revise and resubmit, ' +
    'major revision, major revisions, no go, unapproved, not mergeable, ' +
    'address before merge, address before merging, fix before merge, fix before merging, fixes before merge, ' +
    'fixes required, fixes needed, must fix before merge, send back, do over, unsafe to merge, not ready, ' +
    'do not merge, not merge, not be merged, not to merge, do not ship, not ship, not be shipped, do not land, not be landed',
  'change weak':
    'fail, failed, fails, failing, failure, nogo, concern, concerns, revise, revision, rework, changes, incorrect, invalid, ' +
    'hold, on hold, wait, no, false, unacceptable, unsatisfactory, insufficient, incomplete, thumbs down, ' +
    'modify, fix, needs attention, red, unsafe, ❌, ✖, ✗, 👎, 🚫',
  'reject strong':
    'disapprove, disapproves, disapproved, reject, rejects, rejected, rejecting, rejection, start over, veto, vetoed',
  'reject weak':
    'block, blocks, blocked, blocker, blocking, decline, declined, deny, denied, refuse, refused, ⛔, 🛑, 🔴',
};

const german: Entries = {
  'approve strong':
    'genehmigt, genehmige, freigegeben, freigabe erteilt, angenommen, zugestimmt, kann gemergt werden, abgenommen',
  'approve weak': 'bestanden, freigabe, in ordnung, akzeptiert, genehmigen, genehmigung, ja',
  'change strong':
    'änderungen erforderlich, änderungen nötig, änderungen notwendig, änderungen angefordert, änderungen gewünscht, ' +
    'anpassungen erforderlich, überarbeitung erforderlich, überarbeitung nötig, nachbesserung erforderlich, ' +
    'nachbesserungen erforderlich, muss überarbeitet werden, korrekturen erforderlich',
  'change weak': 'änderungen, nacharbeit, überarbeiten, überarbeitung, nicht bestanden, nein, durchgefallen',
  'reject strong': 'abgelehnt, zurückgewiesen, lehne ab, ablehnung',
  'reject weak': 'ablehnen, blockiert, blockieren',
};

const french: Entries = {
  'approve strong':
    'approuvé, approuvée, approuve, approuvés, prêt à fusionner, peut être fusionné, peut être fusionnée',
  'approve weak': 'accepté, acceptée, validé, validée, conforme, oui, favorable, approbation, approuver',
  'change strong':
    'modifications demandées, modifications requises, modifications nécessaires, changements demandés, ' +
    'changements requis, changements nécessaires, corrections requises, corrections nécessaires, à corriger, à revoir, ' +
    'désapprouvé',
  'change weak': 'modifications, changements, corrections, échec, échoué, défavorable, non conforme',
  'reject strong': 'rejeté, rejetée, rejette',
  'reject weak': 'refusé, refusée, rejet, bloqué, rejeter',
};

const spanish: Entries = {
  'approve strong': 'aprobado, aprobada, apruebo, listo para fusionar, se puede fusionar',
  'approve weak': 'aceptado, aceptada, válido, correcto, conforme, sí, aprobar, aprobación, favorable',
  'change strong':
    'cambios solicitados, cambios requeridos, cambios necesarios, requiere cambios, necesita cambios, se solicitan cambios, ' +
    'solicitar cambios, se requieren cambios, correcciones necesarias, desaprobado',
  'change weak': 'cambios, fallido, falla, incorrecto, inválido, suspenso',
  'reject strong': 'rechazado, rechazada, rechazo',
  'reject weak': 'denegado, bloqueado, rechazar',
};

const italian: Entries = {
  'approve strong': 'approvato, approvata, approvo, pronto per il merge',
  'approve weak': 'accettato, accettata, valido, corretto, superato, approvare, favorevole',
  'change strong':
    'modifiche richieste, modifiche necessarie, richiede modifiche, necessarie modifiche, richieste modifiche, ' +
    'sono necessarie modifiche, richiedere modifiche, correzioni richieste, correzioni necessarie, da correggere, da rivedere',
  'change weak': 'modifiche, fallito, non superato, errato',
  'reject strong': 'respinto, respinta, rifiutato, rifiutata',
  'reject weak': 'bloccato, respingere, rifiutare',
};

const portuguese: Entries = {
  'approve strong': 'aprovado, aprovada, aprovo, pronto para merge',
  'approve weak': 'aceito, aceite, válido, correto, sim, aprovar, aprovação, favorável',
  'change strong':
    'alterações solicitadas, alterações necessárias, alterações requeridas, mudanças solicitadas, mudanças necessárias, ' +
    'requer alterações, requer mudanças, precisa de alterações, precisa de mudanças, precisa de ajustes, solicitar alterações, ' +
    'correções necessárias, ajustes necessários',
  'change weak': 'alterações, mudanças, ajustes, falhou, incorreto, inválido',
  'reject strong': 'rejeitado, rejeitada, rejeito, reprovado, reprovada',
  'reject weak': 'recusado, bloqueado, rejeitar',
};

const russian: Entries = {
  'approve strong': 'одобрено, одобрен, одобряю, утверждено, утверждаю, можно мержить, можно сливать, готово к слиянию',
  'approve weak': 'принято, принять, принят, одобрить, одобрение, пройдено, да, годится',
  'change strong':
    'требуются изменения, требуются исправления, требуются правки, требуются доработки, требуется доработка, нужны изменения, ' +
    'нужны исправления, нужны правки, нужна доработка, необходимы изменения, необходимы исправления, запрошены изменения, ' +
    'запросить изменения, на доработку, требует доработки, требует исправлений',
  'change weak': 'изменения, доработать, исправить, провал, не пройдено, нет',
  'reject strong': 'отклонено, отклонен, отклонён, отклоняю, отвергнуто',
  'reject weak': 'отказано, отказ, отклонить, заблокировано',
};

/** Chinese, Japanese, Korean: found as parts of a text without spaces; longer phrases win. */
const unspaced: Entries = {
  'approve strong':
    '批准, 可以合并, 同意合并, 可合并, 审核通过, 评审通过, 审查通过, 通过审核, 通过评审, 通过审查, 核准, 可以合併, 同意合併, 承認, マージ可, マージしてよい, マージ可能, ' +
    'マージして問題ありません, 승인, 머지 가능, 병합 가능',
  'approve weak': '通过, 同意, 认可, 接受, 合格, 通過, 問題なし, 問題ありません, 可决, 통과, 합격, 허용',
  'change strong':
    '需要修改, 请求修改, 要求修改, 请求更改, 需要更改, 要求更改, 需修改, 需要改进, 需要修复, 修改后再, 请修改, 变更请求, 需要修訂, 需要变更, 要修正, 要変更, 修正が必要, 変更が必要, ' +
    '変更要求, 変更を要求, 修正依頼, 修正要求, 差し戻し, 差戻し, 要対応, 수정 필요, 수정필요, 변경 요청, 변경요청, 수정 요청, 수정요청, 변경 필요, 변경필요, ' +
    '수정이 필요, 변경이 필요',
  'change weak': '不合格, 失败, 修改, 修正, 수정, 보완, 불합격, 실패',
  'reject strong': '拒绝, 驳回, 否决, 拒絕, 駁回, 却下, 拒否, 棄却, 거부, 거절, 반려, 기각',
  'reject weak': '阻塞, 阻止, ブロック, 차단',
};

function entriesOf(entries: Entries): readonly (readonly [string, Term])[] {
  return Object.entries(entries).flatMap(([key, phrases]) => {
    const [stance, strength] = key.split(' ') as [Stance, Term['strength']];
    return phrases.split(', ').map((phrase): [string, Term] => [phrase, { stance, strength }]);
  });
}

/** Phrase of space-separated words, as `wordsOf` spells them, to its term. English wins where languages share a word. */
export const spacedTerms: ReadonlyMap<string, Term> = new Map(
  [russian, portuguese, italian, spanish, french, german, english].flatMap(entriesOf),
);

/** Longest phrase of `spacedTerms`, in words. */
export const longestTerm = Math.max(...[...spacedTerms.keys()].map((phrase) => phrase.split(' ').length));

/** Longest first, so that a longer phrase is found before its part. */
export const unspacedTerms: readonly (readonly [string, Term])[] = [...entriesOf(unspaced)].sort(
  ([one], [other]) => other.length - one.length,
);
