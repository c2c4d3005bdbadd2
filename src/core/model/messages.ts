/**
 * The one message model: the wire types of the Messages API. `type` is the wire's word; our own
 * unions use `kind`. Types only, so core stays free of the SDK's code.
 */
import type Anthropic from '@anthropic-ai/sdk';

export type Message = Anthropic.MessageParam;
export type ContentBlock = Anthropic.ContentBlock;
export type ContentBlockParam = Anthropic.ContentBlockParam;
export type TextBlock = Anthropic.TextBlockParam;
export type ToolUse = Anthropic.ToolUseBlock;
export type ToolResult = Anthropic.ToolResultBlockParam;
export type ToolDefinition = Anthropic.Tool;
export type AssistantMessage = Anthropic.Message;
export type StopReason = Anthropic.Message['stop_reason'];
export type Usage = Anthropic.Usage;
