/** Pictures that scripts show. The build puts each of them in place of its address. */

export const ethereumPicture = "/assets/ethereum.svg";
export const nearPicture = "/assets/near.svg";
