import { claude } from './claude.js';
import { codex } from './codex.js';
import { copilot } from './copilot.js';
import { gemini } from './gemini.js';
import { opencode } from './opencode.js';
import { qwen } from './qwen.js';
import type { Vendor, VendorName } from './vendor.js';

/** Every agent that the tests know how to start. */
export const vendors: Readonly<Record<VendorName, Vendor>> = { claude, codex, copilot, gemini, opencode, qwen };
