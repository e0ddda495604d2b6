import type { RuleDoc } from '../rule-catalogue.js';

export const blobRules: readonly RuleDoc[] = [
  {
    id: 'blob/symlink-escape',
    role: 'auditor',
    severity: 'important',
    languages: 'any',
    title: 'A symbolic link that leads out of the tree',
    why: "Whoever follows it, a build or an editor, reads or writes files that are not of the repository, or git's own.",
    remedy: 'Link within the tree, or remove the link.',
  },
  {
    id: 'blob/executable',
    role: 'auditor',
    severity: 'important',
    lesser: 'Minor for a text without a `#!` line.',
    languages: 'any',
    title: 'A file that became executable and is no script',
    why: 'A binary that runs cannot be reviewed; a text that cannot run has the bit by accident.',
    remedy: 'Clear the executable bit; build binaries from source.',
  },
  {
    id: 'blob/disguised',
    role: 'auditor',
    severity: 'important',
    languages: 'any',
    title: 'Not the image, font, audio or video its name promises',
    why: 'Media is excluded from reading by its name; bytes of another kind would pass unread.',
    remedy: 'Rename the file to what it is, or remove it.',
  },
  {
    id: 'blob/generated',
    role: 'auditor',
    severity: 'minor',
    languages: 'any',
    title: 'A new minified or huge file',
    why: 'Nobody can review it and every clone carries it. Silent where a name or folder says that it is built, and in tests.',
    remedy: 'Commit the source it is made from, and make it in the build.',
  },
  {
    id: 'blob/vendored',
    role: 'auditor',
    severity: 'important',
    lesser:
      'Minor for folders that hold copies on purpose (`vendor`, `third_party`). Silent where the base had the folder.',
    languages: 'any',
    title: "A new folder of other people's code",
    why: 'Installed packages in the repository shadow the lock file and hide changes among thousands of files.',
    remedy: 'Ignore the folder and keep the lock file; for a copy on purpose, say where it came from.',
  },
];
