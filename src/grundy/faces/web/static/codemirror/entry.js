// The parts of CodeMirror 6 that the page /write uses, in one script: how it is made stands in README.md.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, class: "code-keyword" },
  { tag: [tags.string, tags.number, tags.bool], class: "code-literal" },
  { tag: tags.comment, class: "code-comment" },
  { tag: [tags.definition(tags.variableName), tags.meta], class: "code-name" },
]);

// An editor of Python in an element; `changed` is called with the text whenever it is another.
window.makeEditor = (parent, text, label, changed) => {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), highlightActiveLine(), lintGutter(),
        indentUnit.of("    "), python(), syntaxHighlighting(COLOURS),
        keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ "aria-label": label }),
        EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString())),
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    put: (other) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: other } }),
    mark: (faults) => {
      const line = (number) => view.state.doc.line(Math.min(Math.max(number || 1, 1), view.state.doc.lines));
      const told = faults.map((fault) => {
        const { from, to } = line(fault.line);
        return { from, to, severity: "error", message: fault.text };
      });
      view.dispatch(setDiagnostics(view.state, told));
    },
    focus: () => view.focus(),
  };
};
