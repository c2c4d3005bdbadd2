import assert from 'node:assert/strict';
import { settingsPlaces, type SettingsFolders } from '../../../../src/vscode/settings/settingsPlaces.ts';

const folders: SettingsFolders = {
  platform: 'linux',
  home: '/home/ann',
  claudeConfig: undefined,
  project: '/code/shop',
  local: '/code/shop',
  readsClaude: true,
};

function labels(change: Partial<SettingsFolders>): readonly string[] {
  return settingsPlaces({ ...folders, ...change }).map(({ source }) => source.label);
}

describe('the places of settings', () => {
  it('are the files of the machine, the person, the project, and the person in the project', () => {
    assert.deepEqual(
      settingsPlaces(folders).map(({ source, isShared }) => [source.kind, source.file, isShared]),
      [
        ['managed', '/etc/claude-code/managed-settings.json', false],
        ['user', '/home/ann/.claude/settings.json', false],
        ['user', '/home/ann/.agent/settings.json', false],
        ['project', '/code/shop/.claude/settings.json', true],
        ['project', '/code/shop/.agent/settings.json', true],
        ['local', '/code/shop/.claude/settings.local.json', true],
        ['local', '/code/shop/.agent/settings.local.json', true],
      ],
    );
  });

  it('are the person’s own at the root of the repository too, before one left in the project', () => {
    assert.deepEqual(
      settingsPlaces({ ...folders, local: '/code' })
        .filter(({ source }) => source.kind === 'local')
        .map(({ source, isShared }) => [source.label, source.file, isShared]),
      [
        ['../.claude/settings.local.json', '/code/.claude/settings.local.json', true],
        ['.claude/settings.local.json', '/code/shop/.claude/settings.local.json', true],
        ['.agent/settings.local.json', '/code/shop/.agent/settings.local.json', true],
      ],
    );
  });

  it('follow CLAUDE_CONFIG_DIR', () => {
    assert.equal(labels({ claudeConfig: '/etc/ann' })[1], '/etc/ann/settings.json');
  });

  it('are our own files alone when the others are not to be read', () => {
    assert.deepEqual(labels({ readsClaude: false }), [
      '~/.agent/settings.json',
      '.agent/settings.json',
      '.agent/settings.local.json',
    ]);
  });

  it('hold nothing of a workspace without a folder or without trust', () => {
    assert.deepEqual(labels({ project: undefined, readsClaude: false }), ['~/.agent/settings.json']);
  });

  it('name a file once when the project is the home folder, as the person’s own', () => {
    assert.deepEqual(labels({ project: '/home/ann', local: '/home/ann' }), [
      'managed-settings.json',
      '~/.claude/settings.json',
      '~/.agent/settings.json',
      '.claude/settings.local.json',
      '.agent/settings.local.json',
    ]);
  });
});
