// Apps that import NEARConnect use NEAR's accounts, amounts, actions and errors.
@_exported public import NEAR
