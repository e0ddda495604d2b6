import type { FoundSecret } from './found-secret.js';

/**
 * Credentials whose issuer gave them a prefix and a length, so that the form alone is proof, and which secretlint's
 * preset does not look for. Prefixes and lengths are those of GitHub's secret scanning and of gitleaks.
 */
const forms: readonly (readonly [kind: string, form: string])[] = [
  ['Stripe live key', '[sr]k_live_[A-Za-z0-9]{16,247}'],
  ['Stripe webhook secret', 'whsec_[A-Za-z0-9+/]{32,64}={0,2}'],
  ['Google API key', 'AIza[\\w-]{35}'],
  ['Google OAuth client secret', 'GOCSPX-[\\w-]{28}'],
  ['DigitalOcean token', 'do[opr]_v1_[0-9a-f]{64}'],
  ['PyPI token', 'pypi-AgE[\\w-]{50,}'],
  ['RubyGems key', 'rubygems_[0-9a-f]{48}'],
  ['NuGet key', 'oy2[a-z0-9]{43}'],
  ['Telegram bot token', '\\d{8,10}:AA[\\w-]{33}'],
  ['Twilio key', 'SK[0-9a-f]{32}'],
  ['Mailgun key', 'key-[0-9a-f]{32}'],
  ['Mailchimp key', '[0-9a-f]{32}-us\\d{1,2}'],
  ['Brevo key', 'xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}'],
  ['Resend key', 're_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}'],
  ['Square token', 'sq0(?:atp|csp)-[\\w-]{22,43}'],
  ['Postman key', 'PMAK-[0-9a-f]{24}-[0-9a-f]{34}'],
  ['New Relic key', 'NRAK-[A-Z0-9]{27}'],
  ['Sentry token', 'sntry(?:u_[0-9a-f]{64}|s_eyJ[\\w+/=]{80,})'],
  ['Supabase token', 'sb(?:p_[0-9a-f]{40}|_secret_[\\w-]{31})'],
  ['PlanetScale credential', 'pscale_(?:tkn|pw|oauth)_[\\w.=-]{32,64}'],
  ['Pulumi token', 'pul-[0-9a-f]{40}'],
  ['Terraform Cloud token', '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w=-]{60,}'],
  ['Doppler token', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}'],
  ['Dynatrace token', 'dt0c01\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}'],
  ['Heroku key', 'HRKU-AA[\\w-]{58}'],
  ['Tailscale key', 'tskey-[a-z]+-[A-Za-z0-9]{8,}-[A-Za-z0-9]{20,}'],
  ['GitLab token', 'gl(?:dt|rt|cbt|ptt|ft|imt|oas|soat|agent)-[\\w-]{20,}'],
  ['Atlassian token', 'ATATT3[\\w=-]{180,}'],
  ['OpenRouter key', 'sk-or-v1-[0-9a-f]{64}'],
  ['Perplexity key', 'pplx-[A-Za-z0-9]{48}'],
  ['xAI key', 'xai-[A-Za-z0-9]{80}'],
  ['Replicate token', 'r8_[A-Za-z0-9]{37}'],
  ['age secret key', 'AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}'],
  ['Discord webhook', 'https://discord(?:app)?\\.com/api/webhooks/\\d{17,20}/[\\w-]{60,}'],
  ['Azure storage key', 'AccountKey=[A-Za-z0-9+/]{86}=='],
];

const any = new RegExp(`(?<![\\w-])(?:${forms.map(([, form]) => `(${form})`).join('|')})(?![\\w-])`, 'g');

/** What an app of Firebase hands to every browser is called an API key, and is none to hide. */
const firebase = /firebaseapp\.com|authDomain|mobilesdk_app_id/;

/** Credentials that are known by their form alone. */
export function knownForms(text: string): readonly FoundSecret[] {
  return [...text.matchAll(any)].flatMap((match) => {
    const kind = forms[match.slice(1).findIndex((group: string | undefined) => group !== undefined)]?.[0] ?? '';
    if (kind === 'Google API key' && firebase.test(text)) return [];
    return [{ from: match.index, to: match.index + match[0].length, kind }];
  });
}
