public import Foundation

// https://developer.apple.com/documentation/coretransferable/transferable
@available(macOS 13.0, iOS 16.0, *)
public protocol Transferable {}

// https://developer.apple.com/documentation/foundation/data
@available(macOS 13.0, iOS 16.0, *)
extension Data: Transferable {}
