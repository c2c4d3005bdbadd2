const assert = require('node:assert/strict');
const { test } = require('node:test');
const { slug } = require('./slug.js');

test('joins words with a hyphen', () => {
  assert.equal(slug('Hello World'), 'hello-world');
});

test('keeps digits', () => {
  assert.equal(slug('Chapter 12'), 'chapter-12');
});

test('makes one hyphen of punctuation and spaces', () => {
  assert.equal(slug('Hello,   World!'), 'hello-world');
});

test('has no hyphen at either end', () => {
  assert.equal(slug('  "Quoted"  '), 'quoted');
});
