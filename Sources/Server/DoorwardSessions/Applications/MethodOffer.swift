package import DoorwardStore
package import Encodings

/// The part of an application that belongs to one sign-in method: the values that a proof of the method may contain.
package protocol MethodOffer: Sendable {
  /// The settings with all default values, as `doorward admin application list` shows them; empty if the method has
  /// none.
  var settings: JSONObject { get }

  /// The offer of the hosted page while it signs a user in for another application.
  ///
  /// - Parameter client: the offer of the other application.
  /// - Returns: nil if the two offers share no value.
  func narrowed(to client: Self) -> Self?
}

/// The offer of a method without settings.
package struct PlainOffer: MethodOffer {
  package init() {}

  package var settings: JSONObject { JSONObject() }
  package func narrowed(to client: PlainOffer) -> PlainOffer? { self }
}

/// The sign-in methods of an application, each with its offer.
package struct MethodOffers: Sendable {
  private var offers: [SignInMethodName: any MethodOffer] = [:]

  package init() {}

  package var names: Set<SignInMethodName> { Set(offers.keys) }

  package func contains(_ method: SignInMethodName) -> Bool { offers[method] != nil }

  /// The offer of a method; nil if the application does not offer the method.
  package subscript(method: SignInMethodName) -> (any MethodOffer)? {
    get { offers[method] }
    set { offers[method] = newValue }
  }

  /// The only offer of this type; nil if the application does not offer its method.
  package subscript<Offer: MethodOffer>(_: Offer.Type) -> Offer? {
    for offer in offers.values {
      if let offer = offer as? Offer { return offer }
    }
    return nil
  }

  /// The methods that both applications offer, each with the values that both list.
  package func narrowed(to client: MethodOffers) -> MethodOffers {
    var narrowed = MethodOffers()
    for (method, offer) in offers {
      narrowed.offers[method] = client.offers[method].flatMap { Self.narrow(offer, to: $0) }
    }
    return narrowed
  }

  private static func narrow<Offer: MethodOffer>(
    _ offer: Offer, to client: any MethodOffer
  ) -> (any MethodOffer)? {
    (client as? Offer).flatMap { offer.narrowed(to: $0) }
  }
}
