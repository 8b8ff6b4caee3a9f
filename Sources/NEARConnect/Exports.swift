// An app that imports NEARConnect speaks of accounts, amounts, actions and errors: they are NEAR's.
@_exported public import NEAR
