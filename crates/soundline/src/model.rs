//! The data model of the command line as that of the C front end.

use soundline_c::DataModel;
use soundline_test::command::arguments::Model;

/// The data model that is asked for.
pub fn data_model(model: Model) -> DataModel {
    if model.bits() == 32 { DataModel::Ilp32 } else { DataModel::Lp64 }
}
